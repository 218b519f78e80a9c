// Sentences of feedback for calibration, in a file of their own, as tests without a server read them as well.

/** How many of the first pairs are in English alone. */
export const ENGLISH_PAIRS = 3;

/** Pairs that mean the same, in other words or in another language. */
export const SENTENCE_PAIRS: readonly (readonly [string, string])[] = [
  [
    "The link to the installation guide doesn't work.",
    "Clicking through to the setup instructions gives me a page that isn't found.",
  ],
  [
    "I can't find out how much the paid plan costs.",
    "Pricing of the subscription isn't mentioned anywhere.",
  ],
  ["Please add an example in Python.", "It would help to see sample code for Python developers."],
  [
    "Great explanation, it saved me hours of work!",
    "Tolle Erklärung, das hat mir stundenlange Arbeit erspart!",
  ],
  [
    "The command fails with a permission error on Windows.",
    "La commande échoue sous Windows avec une erreur d'autorisation.",
  ],
  ["How do I reset my password?", "¿Cómo puedo restablecer mi contraseña?"],
  [
    "The screenshots show an old version of the dashboard.",
    "As capturas de tela mostram uma versão antiga do painel.",
  ],
  ["How long is an access token valid?", "アクセストークンの有効期間はどのくらいですか？"],
  ["The diagram is too small to read on a phone.", "图表太小，在手机上看不清楚。"],
  ["Search doesn't return any results.", "Поиск не выдаёт никаких результатов."],
];
