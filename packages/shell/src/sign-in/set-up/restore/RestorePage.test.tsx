import { expect, test } from 'vitest'
import type { RestorableBackup, RestoreChoices } from '@host/platform-api/set-up-restore'
import { problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { waitFor } from '../../../testing/wait-for.ts'
import { buttonOf, fill, open, prepareSignIn, press, submit, text, title } from '../../testing/sign-in-lab.ts'
import { keyIn } from './key-in.ts'

prepareSignIn()

const key = `hostkey1_${'k'.repeat(43)}`
const backup = (id: string, more: Partial<RestorableBackup> = {}): RestorableBackup => {
  const facts = { at: '2026-05-04T08:00:00.000Z', version: '1.2.3', bytes: 2_000_000 }
  return { id, ...facts, isEncrypted: false, isSameDatabase: true, ...more }
}
const choices = (more: Partial<RestoreChoices> = {}): RestoreChoices => {
  return { place: '/srv/backups', backups: [backup('bak_1')], hasKey: false, failure: null, ...more }
}
const policy = (isSetUp: boolean) => ({ canRegister: false, canResetPassword: false, isSetUp })

async function openRestore(answers: FakeAnswers) {
  const requests = open('/setup?token=t', { 'GET /api/auth/policy': policy(false), ...answers })
  await press('Restore a backup instead')
  await title('Restore a backup')
  return requests
}

test('the welcome page restores the chosen backup, waits while the host is away, and ends at the sign-in page', async () => {
  let looks = 0
  const away = () => (looks === 0 ? ((looks += 1), problem(503, 'service_unavailable')) : policy(true))
  const other = backup('bak_2', { isSameDatabase: false })
  const requests = await openRestore({
    'POST /api/auth/setup/backups': choices({ backups: [other, backup('bak_1')] }),
    'POST /api/auth/setup/restore': () => new Response(null, { status: 202 }),
    'GET /api/auth/policy': away,
  })
  expect(document.activeElement?.tagName).toBe('H1')
  await waitFor(() => expect(document.querySelectorAll('input[type=radio]')).toHaveLength(2))
  expect([...document.querySelectorAll('input[type=radio]')].map((one) => one.matches(':disabled'))).toEqual([
    true,
    false,
  ])
  expect(text()).toContain('2 MB · version 1.2.3 · for another kind of database')
  expect(document.querySelector('input[name=identity]')).toBeNull()
  submit()
  await title('Restoring the backup')
  await title('Sign in')
  expect(text()).toContain('is restored')
  expect(looks).toBe(1)
  const sent = requests.filter(({ path }) => path.startsWith('/api/auth/setup/')).map(({ body }) => body)
  expect(sent).toEqual([{ token: 't' }, { token: 't', id: 'bak_1' }])
})

test('a restore that fails leads back to the list with its reason', async () => {
  let failure: string | null = null
  await openRestore({
    'POST /api/auth/setup/backups': () => choices({ failure }),
    'POST /api/auth/setup/restore': () => ((failure = 'The disk is full.'), new Response(null, { status: 202 })),
  })
  await waitFor(() => expect(document.querySelector('input[type=radio]')).not.toBeNull())
  submit()
  await title('Restoring the backup')
  await title('Restore a backup')
  await waitFor(() => expect(text()).toContain('The disk is full.'))
  expect(text()).toContain('Nothing was changed.')
})

test('an encrypted backup asks for its private key, finds it in a pasted file, and shows a refusal at the field', async () => {
  const requests = await openRestore({
    'POST /api/auth/setup/backups': choices({ backups: [backup('bak_1', { isEncrypted: true })] }),
    'POST /api/auth/setup/restore': problem(400, 'invalid_input', {
      errors: [{ path: 'identity', message: 'This key does not open the backup.' }],
    }),
  })
  await waitFor(() => expect(document.querySelector('input[name=identity]')).not.toBeNull())
  submit()
  await waitFor(() => expect(text()).toContain('Enter the private key of this backup.'))
  await fill({ identity: `# made in May ${key}` })
  submit()
  await waitFor(() => expect(text()).toContain('This key does not open the backup.'))
  expect(document.querySelector('input[name=identity]')?.getAttribute('type')).toBe('password')
  expect(requests.at(-1)?.body).toEqual({ token: 't', id: 'bak_1', identity: key })
  await fill({ identity: 'another' })
  expect(text()).not.toContain('This key does not open the backup.')
})

test('without a place, or without backups, the page says what to do, and leads back to the account', async () => {
  await openRestore({ 'POST /api/auth/setup/backups': choices({ place: null, backups: [] }) })
  await waitFor(() => expect(text()).toContain('Set HOST_BACKUP to the folder or bucket of your backups'))
  expect(buttonOf('Restore backup')).toBeUndefined()
  await press('Back')
  await title('Your account')
})

test('once the instance is set up, the restore is gone too', async () => {
  open('/setup?token=t', { 'POST /api/auth/setup/backups': problem(410, 'gone') })
  await press('Restore a backup instead')
  await title('This instance is already set up')
})

test('a private key is found among the comments of its file', () => {
  expect(keyIn(`# created 2026\n${key}\n`)).toBe(key)
  expect(keyIn('hostpub1_x')).toBeUndefined()
})
