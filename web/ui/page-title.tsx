import { useEffect } from 'react'

/** The title of the page in the browser's tab and history. */
export function PageTitle({ text }: Readonly<{ text: string }>) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
