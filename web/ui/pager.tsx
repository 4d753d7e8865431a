import { useTexts } from './language.tsx'
import { uiWords } from './words.ts'

type Page = Readonly<{ currentPage: number; nextPage: number | null }>

/** Turns the pages of a list; nothing if there is one page only. */
export function Pager({ page, onTurn }: Readonly<{ page: Page; onTurn: (page: number) => void }>) {
  const words = useTexts(uiWords)
  const { currentPage, nextPage } = page
  if (currentPage === 1 && nextPage === null) return null
  return (
    <div className="pager">
      <button
        type="button"
        className="small"
        disabled={currentPage === 1}
        onClick={() => onTurn(currentPage - 1)}
      >
        {words.newer}
      </button>
      <span className="quiet">{words.page(currentPage)}</span>
      <button
        type="button"
        className="small"
        disabled={nextPage === null}
        onClick={() => onTurn(currentPage + 1)}
      >
        {words.older}
      </button>
    </div>
  )
}
