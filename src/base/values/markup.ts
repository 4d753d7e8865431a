const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for HTML or XML, also within attributes in double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
