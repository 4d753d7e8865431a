import type { Bundle } from './bundle.ts'
import { type installPaths, themeColors } from './install.ts'

type AppPage = Pick<Bundle, 'script' | 'style' | 'imports'> &
  Readonly<{
    title: string
    /** The path of its icon. */
    icon: string
    /** The path below which the files of its bundle are served. */
    assets: string
    /** Of an app that devices may install. */
    install: ReturnType<typeof installPaths> | null
  }>

/**
 * The one page of an app of `web/`: its script shows the screen of the address. Until script and
 * style have arrived it shows a sketch, which waits for neither; the style stands behind it, since
 * browsers paint nothing that follows a style before they have it.
 */
export const appPage = ({
  title,
  icon,
  assets,
  script,
  imports,
  style,
  install,
}: AppPage): string =>
  `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${install === null ? '' : installLinks(install)}\
<link rel="preload" as="style" href="${assets}/${style}">
${imports.map((name) => `<link rel="modulepreload" href="${assets}/${name}">`).join('\n')}
<script type="module" src="${assets}/${script}"></script>
</head>
<body>
<div id="app">${sketch}<noscript>${title} needs JavaScript.</noscript></div>
<link rel="stylesheet" href="${assets}/${style}">
</body>
</html>
`

/** A title and two cards, in a colour that suits light and dark pages. */
const sketch = `<svg width="100%" height="28rem" fill="#8884" aria-hidden="true">
<rect x="4%" y="2rem" width="40%" height="1.75rem" rx="6" />
<rect x="4%" y="5rem" width="92%" height="9rem" rx="12" />
<rect x="4%" y="15rem" width="92%" height="12rem" rx="12" />
</svg>
`

const installLinks = ({ manifest, touchIcon }: ReturnType<typeof installPaths>): string =>
  `<link rel="manifest" href="${manifest}">
<link rel="apple-touch-icon" href="${touchIcon}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}">
`
