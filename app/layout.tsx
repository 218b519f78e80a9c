import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "../components/app/providers.tsx";
import { THEME_COOKIE, themeOf } from "../components/app/theme.ts";
import { ZONE_COOKIE, zoneOf } from "../components/app/zone.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Errata", template: "%s · Errata" },
  description: "Triage documentation feedback and turn it into reviewed pull requests.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const jar = await cookies();
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <body>
        <Providers
          nonce={nonce}
          theme={theme}
          zone={zoneOf(jar.get(ZONE_COOKIE)?.value)}
          now={Date.now()}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
