import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { makeCategory, makeNews } from '../make/content.ts'
import { editItem } from '../make/edits.ts'
import { makeOperator } from '../make/operator.ts'
import { pngPicture } from '../make/pictures.ts'
import { expectOk } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { photographConsole } from './photograph.ts'

describe('the console pages of content', () => {
  test('an item of news is written with a preview, published and withdrawn', async (t) => {
    const tukar = await startTukar(t)
    await makeCategory(tukar, 'market')
    const support = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, '/news')
    await page.getByRole('link', { name: 'New item' }).click()
    const texts = [
      ['Title (Indonesian)', 'Judul'],
      ['Title (English)', 'A <b>title</b>'],
      ['Summary (Indonesian)', 'Ringkasan'],
      ['Summary (English)', 'Summary'],
      ['Body (HTML) (Indonesian)', '<p>Isi</p>'],
      ['Body (HTML) (English)', '<p>Body <strong>text</strong></p><script>alert(1)</script>'],
      ['Slug', 'a-title'],
    ] as const
    for (const [label, text] of texts) await page.getByLabel(label, { exact: true }).fill(text)
    const preview = page.getByRole('article', { name: 'Preview' })
    await preview.locator('strong', { hasText: 'text' }).waitFor()
    assert.equal(await preview.getByRole('heading').textContent(), 'A <b>title</b>')
    await page.getByRole('tab', { name: 'Indonesian' }).click()
    await preview.getByText('Isi').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/news\/\d+$/)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    const shown = await tukar.call('GET', '/api/news/a-title?lang=en')
    assert.equal(shown.body.data.title, 'A <b>title</b>')
    assert.doesNotMatch(shown.body.data.body, /script/)
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Draft', { exact: true }).waitFor()
  })

  test('an operator who edits what another has changed sees both and chooses', async (t) => {
    const tukar = await startTukar(t)
    const id = await makeNews(tukar, 'one', await makeCategory(tukar, 'market'))
    const support = await makeOperator(tukar, 'support')
    const other = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, `/news/${id}`)
    const title = page.getByLabel('Title (English)', { exact: true })
    const item = async () =>
      (await tukar.call('GET', `/operator/api/news/${id}`, { token: other.token })).body.data
    const changeMeanwhile = async (en: string) => {
      const { title: both, ...rest } = await item()
      expectOk(await editItem(tukar, other, `news/${id}`, { ...rest, title: { ...both, en } }))
    }
    await title.fill('Mine')
    await changeMeanwhile('Theirs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`${other.email} has changed this since you opened it.`).waitFor()
    assert.equal((await item()).title.en, 'Theirs')
    await photographConsole(page, 'conflict', 1_500)
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal((await item()).title.en, 'Mine')
    await changeMeanwhile('Theirs again')
    await title.fill('Mine again')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Show that change' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    assert.equal(await title.inputValue(), 'Theirs again')
  })

  test('a banner and an entry of a dictionary are made, changed and deleted', async (t) => {
    const tukar = await startTukar(t)
    const support = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, '/banners')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel('Title (Indonesian)').fill('Spanduk promo')
    await dialog.getByLabel('Title (English)').fill('Promo banner')
    const upload = dialog.getByLabel('Upload a picture')
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
    await upload.setInputFiles(file('text.png', Buffer.from('<svg onload="alert(1)"/>')))
    await dialog.getByText('The image field must be a file of type: jpeg, png, jpg.').waitFor()
    await upload.setInputFiles(file('promo.png', await pngPicture()))
    await dialog.getByRole('img', { name: 'Preview of the picture' }).waitFor()
    assert.match(await dialog.getByLabel('Picture', { exact: true }).inputValue(), /^[0-9a-f]{32}$/)
    await dialog.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row', { name: /Promo banner/ })
    await row.getByText('Inactive').waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Status').selectOption('ACTIVE')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await row.getByText('Active', { exact: true }).waitFor()
    const picture = row.locator('img')
    await picture.waitFor()
    assert.equal(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth), 32)
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.goto('/console/dictionaries?type=gender')
    await page.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel('Value').fill('OTHER')
    await dialog.getByLabel('Label (Indonesian)').fill('Lainnya')
    await dialog.getByLabel('Label (English)').fill('Other <i>one</i>')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: 'Other <i>one</i>', exact: true }).waitFor()
  })

  test('a viewer reads content and has no button to change it', async (t) => {
    const tukar = await startTukar(t)
    await makeCategory(tukar, 'market')
    const viewer = await makeOperator(tukar, 'viewer')
    const page = await openConsole(t, tukar, viewer, '/news-categories')
    await page.getByRole('table').waitFor()
    for (const name of ['Create', 'Edit', 'Delete', 'Download CSV']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    }
    await page.goto('/console/news/new')
    await page.getByText('Your role does not include this page.').waitFor()
  })
})
