import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { cardOf, identityStatusOf, makeNik } from '../make/identity.ts'
import { pngPicture } from '../make/pictures.ts'
import { photograph } from './photograph.ts'
import { visit } from './signed-in.ts'

/** Uploads the picture of a card from a file, and confirms the data read from it. */
async function sendCard(page: Page, nik: string): Promise<void> {
  const file = { name: 'ktp.png', mimeType: 'image/png', buffer: cardOf(nik) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByText(nik).waitFor()
  await photograph(page, 'identity-card')
  await page.getByRole('button', { name: 'Yes, this is me' }).click()
}

/** A picture as phones take it: many pixels, few details. */
const largePicture = async (): Promise<Buffer> =>
  sharp(await pngPicture({ width: 200, height: 150 }))
    .resize(4_000, 3_000)
    .jpeg({ quality: 95 })
    .toBuffer()

async function sendFace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the camera' }).click()
  await page.getByRole('button', { name: 'Take the picture' }).click()
  await page.getByRole('img', { name: 'Face' }).waitFor()
  await photograph(page, 'identity-face')
  await page.getByLabel('Indonesian phone number').fill('0812 3456 7890')
  await page.getByRole('button', { name: 'Send' }).click()
}

describe('in a browser', () => {
  test('a user proves their identity with two pictures, one of them by the camera', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account')
    await page.getByText('0 of 5 done').waitFor()
    await photograph(page, 'account')
    await page.getByRole('link', { name: /^Identity/ }).click()
    await sendCard(page, makeNik())
    await sendFace(page)
    await page.getByText('Your identity is verified.').waitFor()
    assert.equal(await identityStatusOf(tukar, trader), 'success')
  })

  test('a large picture is made small before it is sent, for lines that are slow', async (t) => {
    const { page } = await visit(t, '/account/identity')
    const buffer = await largePicture()
    assert.ok(buffer.byteLength > 2_000_000)
    const sent = page.waitForRequest('**/api/idp/ocr')
    const file = { name: 'ktp.jpg', mimeType: 'image/jpeg', buffer }
    await page.getByLabel('Choose a file').setInputFiles(file)
    const request = await sent
    const sentBytes = Number(await request.headerValue('content-length'))
    assert.ok(sentBytes > 0 && sentBytes < 1_000_000, `${sentBytes} bytes were sent`)
    assert.equal((await request.response())?.status(), 200)
  })

  test('an unreadable card and a face that does not match are explained', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account/identity')
    const blurred = { name: 'ktp.png', mimeType: 'image/png', buffer: cardOf(makeNik('0001')) }
    await page.getByLabel('Choose a file').setInputFiles(blurred)
    await page.getByText('We could not read your identity card.').waitFor()
    await sendCard(page, makeNik('0002'))
    await sendFace(page)
    await page.getByText('Your identity could not be verified.').waitFor()
    assert.equal(await identityStatusOf(tukar, trader), 'failed')
    await page.getByLabel('Choose a file').waitFor({ state: 'attached' })
  })
})
