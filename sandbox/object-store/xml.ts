export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const escaped = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)
