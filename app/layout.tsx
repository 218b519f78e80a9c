import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import {
  LAYOUT_COOKIE,
  layoutOf,
  layoutWords,
  widthProperties,
} from "../components/app/list-layout.ts";
import { preferredLocale } from "../components/app/locale.ts";
import { Providers } from "../components/app/providers.tsx";
import { THEME_COOKIE, themeOf } from "../components/app/theme.ts";
import { ZONE_COOKIE, zoneOf } from "../components/app/time-zone.ts";
import { VERSION_HEADER } from "../lib/queries/version.ts";
import "./globals.css";

// The wordmark's caret.
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>" +
  "<rect width='32' height='32' rx='7' fill='#2b50c8'/>" +
  "<path d='M16 7l9 18h-4l-5-11-5 11H7z' fill='#fff'/></svg>";

// Only Latin letters use this font; other scripts use the system's. A first visit that would have to wait for the font
// uses the system's as well, because a font that arrives later moves the text.
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "optional",
});

export const metadata: Metadata = {
  title: { default: "Errata", template: "%s · Errata" },
  // Browsers read the icon again with every change of the address, which every filter is.
  icons: { icon: `data:image/svg+xml,${ICON.replaceAll(/[#'<>]/g, percentEncoded)}` },
};

/** The HTML has the icon twice, with a longer code for most of these characters. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const requestHeaders = await headers();
  const jar = await cookies();
  const layout = layoutOf(jar.get(LAYOUT_COOKIE)?.value);
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en"
      className={inter.variable}
      data-theme={theme}
      data-list={layoutWords(layout)}
      style={layout.widths && widthProperties(layout)}
      data-version={requestHeaders.get(VERSION_HEADER) ?? undefined}
      suppressHydrationWarning
    >
      <body>
        <ReloadAfterBuild />
        <Providers
          theme={theme}
          locale={preferredLocale(requestHeaders.get("accept-language"))}
          zone={zoneOf(jar.get(ZONE_COOKIE)?.value)}
          now={Date.now()}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}

/**
 * Reloads a page whose scripts are missing, as soon as they are there: between a build and the server's restart,
 * the old server renders pages that name files of the new build. Asks for one of them, less and less often, every 30 s on average.
 */
async function ReloadAfterBuild() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // Parts that load on demand have no `async` attribute, and are tried again where they are used (components/ui/lazy-part.tsx).
  const script = `addEventListener("error",({target:t})=>{let w=500,f=()=>setTimeout(()=>fetch(t.src,{method:"HEAD"}).then(r=>r.ok?location.reload():f(),f),Math.random()*(w=Math.min(w*2,6e4)));self.f||t.matches?.("script[async]")&&(self.f=f)()},true)`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the script is ours.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
