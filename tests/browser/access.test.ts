import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTukar } from '../../packages/client/src/client.ts'
import { makeMessages } from '../make/messages.ts'
import { photograph } from './photograph.ts'
import { signIn, visit } from './signed-in.ts'
import { textIn } from './walks.ts'

describe('in a browser', () => {
  test('a key is shown once and works, until it is renewed or deleted', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account/api-keys')
    const readEmail = async (pair: Readonly<{ apiKey: string; secretKey: string }>) =>
      (await createTukar({ url: tukar.url, apiKey: pair }).get('/api/users/me')).email
    const dialog = page.getByRole('dialog')
    const shownPair = async () => {
      const part = (name: string) =>
        dialog.getByRole('group', { name, exact: true }).locator('code')
      const apiKey = await textIn(part('API key'))
      return { apiKey, secretKey: await textIn(part('Secret')) }
    }

    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByLabel('Name').fill('Prices')
    await dialog.getByRole('button', { name: 'Send a code' }).click()
    const mail = dialog.getByRole('complementary')
    await mail.getByText('Your code for an API key').waitFor()
    const code = await textIn(mail.locator('code'))
    await dialog.getByLabel('Code from the mail').fill(code)
    await photograph(page, 'api-key-form')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByText('it is not shown again').waitFor()
    const pair = await shownPair()
    await photograph(page, 'api-key')
    assert.equal(await readEmail(pair), trader.email)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('Prices').waitFor()
    assert.equal((await page.content()).includes(pair.secretKey), false)
    await photograph(page, 'api-keys')

    await page.getByRole('button', { name: 'Renew' }).click()
    await dialog.getByLabel('The whole API key').fill(pair.apiKey)
    await dialog.getByRole('button', { name: 'Renew' }).click()
    const renewed = await shownPair()
    assert.equal(await readEmail(renewed), trader.email)
    await assert.rejects(readEmail(pair))
    await dialog.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel('The whole API key').fill(renewed.apiKey)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No keys yet.').waitFor()
    await assert.rejects(readEmail(renewed))
  })

  test('a session that is ended elsewhere is signed out', async (t) => {
    const { tukar, trader, page: phone } = await visit(t, '/account')
    const { page: desktop } = await signIn(t, '/account/devices', { tukar, trader })
    await phone.getByText(trader.email).waitFor()
    const other = desktop.getByRole('listitem').filter({ hasText: 'Chrome' })
    await other.first().waitFor()
    await photograph(desktop, 'devices')
    await desktop.getByRole('button', { name: 'End all other sessions' }).click()
    const dialog = desktop.getByRole('dialog')
    await dialog.getByRole('button', { name: 'End all other sessions' }).click()
    await desktop.getByText('The session is ended.').waitFor()
    await phone.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The other entries are sign-ins of the past.
    const left = desktop.getByRole('listitem').filter({ hasText: 'This device' })
    await left.waitFor()
    assert.equal(await left.count(), 1)
  })

  test('a message is counted as it arrives, until it is read', async (t) => {
    const { tukar, trader, page } = await signIn(t, '/account/messages')
    const account = page.getByRole('navigation').getByRole('link', { name: 'Account' })
    await page.getByText('New sign-in to your account').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No messages yet.').waitFor()
    await account.getByText('1 unread').waitFor({ state: 'detached' })

    await makeMessages(tukar, trader, 2)
    await account.getByText('2 unread').waitFor()
    await page.getByText('Deposit received').first().click()
    await account.getByText('1 unread').waitFor()
    await photograph(page, 'messages')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await account.getByText('1 unread').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Unread' }).click()
    await page.getByText('All messages are read.').waitFor()
  })
})
