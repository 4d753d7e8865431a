import type { Bundle } from './bundle.ts'

type AppPage = Pick<Bundle, 'script' | 'style'> &
  Readonly<{
    title: string
    /** The path of its icon. */
    icon: string
    /** The path below which the files of its bundle are served. */
    assets: string
  }>

/** The one page of an app of `web/`: its script shows the screen of the address. */
export const appPage = ({ title, icon, assets, script, style }: AppPage): string => `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${assets}/${style}">
<script type="module" src="${assets}/${script}"></script>
</head>
<body>
<div id="app"><noscript>${title} needs JavaScript.</noscript></div>
</body>
</html>
`
