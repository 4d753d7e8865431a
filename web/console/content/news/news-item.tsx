import { useParams } from 'wouter'
import { Loaded } from '../../../ui/states.tsx'
import { useRead } from '../../desk.tsx'
import { NewsEditor } from './news-editor.tsx'

export function NewsItem() {
  const { id = '' } = useParams<{ id: string }>()
  const item = useRead(['news', id], (client) =>
    client.get('/operator/api/news/{id}', { params: { path: { id: Number.parseInt(id, 10) } } }),
  )
  return <Loaded query={item}>{(news) => <NewsEditor key={news.id} item={news} />}</Loaded>
}

export const NewNews = () => <NewsEditor item={null} />
