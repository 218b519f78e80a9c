import "server-only";

/** Comments in other languages and scripts, with the same placeholders: `no` complains, `yes` praises. */
export const WORLDWIDE: readonly { no: readonly string[]; yes: readonly string[] }[] = [
  {
    no: [
      "{title}のページを見ましたが、`{term}`の説明が足りません。",
      "サンプルコードをそのまま実行するとエラーになります。{heading}の手順が古いのではないでしょうか。",
      "「{heading}」の部分がわかりにくいです。図があると助かります。",
      "{n}分探しましたが、テスト環境での動作について書かれていませんでした。",
    ],
    yes: ["とてもわかりやすかったです。{heading}の例が役に立ちました。", "助かりました！🙇"],
  },
  {
    no: [
      "Unter „{heading}“ fehlt ein vollständiges Beispiel.",
      "Das Feld `{term}` wird nirgends erklärt. Bitte ergänzen!",
      "Die Anleitung {title} passt nicht mehr zur aktuellen Oberfläche. Habe {n} Minuten gesucht.",
      "Größenangaben wären hilfreich – gilt das auch für die Testumgebung?",
    ],
    yes: [
      "Sehr verständlich, vielen Dank für den Abschnitt {heading}.",
      "Hat sofort geklappt. Spitze!",
    ],
  },
  {
    no: [
      "La sección {heading} no explica qué pasa si el destino no responde.",
      "¿Dónde se configura `{term}`? Llevo {n} minutos buscándolo.",
      "El ejemplo está desactualizado, me devuelve un error.",
      "Falta información sobre los límites en {title}.",
    ],
    yes: ["Muy claro, ¡gracias! La parte de {heading} me ayudó mucho.", "Funciona a la primera 👏"],
  },
  {
    no: [
      "لا أفهم القسم {heading}، أرجو إضافة مثال كامل.",
      "المثال في صفحة {title} لا يعمل ويعطي خطأ.",
      "ما معنى `{term}`؟ لم أجد له أي شرح.",
      "بحثت {n} دقيقة ولم أجد الجواب.",
    ],
    yes: ["شرح واضح جدا، شكرا لكم.", "صفحة {title} مفيدة للغاية."],
  },
  {
    no: [
      "{heading} वाला भाग समझ में नहीं आया, कृपया एक उदाहरण जोड़ें।",
      "`{term}` का मतलब कहीं नहीं बताया गया है।",
      "दिया गया कोड नहीं चलता, {n} मिनट बर्बाद हुए।",
      "{title} पेज पुराना लगता है।",
    ],
    yes: ["बहुत अच्छी तरह समझाया है, धन्यवाद!", "{heading} का उदाहरण तुरंत काम कर गया।"],
  },
  {
    no: [
      "{heading}这一节写得不清楚，希望补充完整的示例。",
      "`{term}` 在新版本里报错，文档没有更新。",
      "按照{title}的步骤操作，第{n}步失败。",
      "请说明测试环境和正式环境的区别。",
    ],
    yes: ["写得很好，{heading}的例子可以直接用。", "非常有帮助，谢谢！"],
  },
  {
    no: [
      "Раздел {heading} устарел, пример не работает.",
      "Непонятно, что означает `{term}`. Добавьте, пожалуйста, описание.",
      "Потратил {n} минут, но так и не нашёл ответа на странице {title}.",
      "А что будет при повторной отправке? Об этом ни слова.",
    ],
    yes: ["Отличная страница, всё понятно.", "Спасибо за раздел {heading}, очень помог."],
  },
  {
    no: [
      "{heading} 부분의 설명이 부족합니다. 예제를 추가해 주세요.",
      "예제 코드를 실행하면 오류가 발생합니다.",
      "`{term}` 값은 어디에서 확인하나요?",
      "{title} 문서가 최신 버전과 맞지 않습니다. {n}분 동안 헤맸어요.",
    ],
    yes: ["설명이 아주 명확하네요. 감사합니다!", "{heading} 예제 덕분에 바로 해결했습니다 😊"],
  },
  {
    no: [
      "A seção {heading} não diz o que acontece quando o limite é atingido.",
      "O exemplo não funciona na versão atual, falta `{term}`.",
      "Perdi {n} minutos porque a página {title} está desatualizada.",
      "Não há informação sobre o ambiente de testes.",
    ],
    yes: ["Explicação excelente, obrigado!", "A parte {heading} resolveu o meu problema. 🎉"],
  },
];
