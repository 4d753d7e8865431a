import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { objectName } from '../../providers/object-store/object-store.ts'
import { expireFiles } from './files.sql.ts'
import { keepFiles } from './store-file.ts'

/** Whether an image of content is the name of an uploaded picture; else it is an https address. */
export const isUploaded = (image: string | null): image is string =>
  image !== null && objectName.test(image)

/** Returns the item with the address at which apps load its image. */
export const withImageUrl = <Item extends Readonly<{ image: string | null }>>(
  { config }: Pick<Context, 'config'>,
  item: Item,
): Item =>
  isUploaded(item.image) ? { ...item, image: `${config.baseUrl}/api/pictures/${item.image}` } : item

/**
 * Keeps the uploaded picture that an item now has, and deletes the one that it had. Refuses
 * `api.oss_upload_fail` if the new one was not uploaded just before, belongs to another item, or is
 * no picture of content.
 */
export async function replacePicture(
  tx: Tx,
  had: string | null,
  has: string | null,
): Promise<void> {
  if (had === has) return
  if (isUploaded(had)) await expireFiles(tx, [had], 'banner')
  if (isUploaded(has)) await keepFiles(tx, [has], 'banner')
}
