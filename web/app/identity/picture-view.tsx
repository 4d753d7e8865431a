import { useEffect, useState } from 'react'
import css from './identity.module.css'

/** Shows a picture that has not been sent yet. */
export function Picture({ picture, label }: Readonly<{ picture: Blob; label: string }>) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url === null ? null : <img className={css['picture']} src={url} alt={label} />
}

/** How much of a picture has been sent; then what the service does with it. */
export function UploadProgress({ sent, after }: Readonly<{ sent: number; after: string }>) {
  return (
    <div role="status">
      <progress value={sent} max={1} aria-label={after} />
      <span className="hint block">{sent < 1 ? `${Math.round(sent * 100)}%` : after}</span>
    </div>
  )
}
