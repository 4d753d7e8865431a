import css from './coin-mark.module.css'

/** A round mark with the first letters of an asset; its hue follows from them. */
export function CoinMark({ symbol }: Readonly<{ symbol: string }>) {
  const hue = [...symbol].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 360
  return (
    <span className={css['mark']} style={{ background: `hsl(${hue} 55% 30%)` }} aria-hidden="true">
      {symbol.slice(0, 4)}
    </span>
  )
}
