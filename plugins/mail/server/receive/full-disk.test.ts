import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { rawEmail } from '../testing/mail-lab.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { openSmtpLab } from '../testing/smtp-lab.ts'

for (const [place, environmentOf] of [
  ['the database', (folder: string) => ({ HOST_DATABASE_URL: join(folder, 'host.db') })],
  ['the folder of blobs', (folder: string) => ({ HOST_BLOBS: join(folder, 'blobs') })],
] as const) {
  test(`while the disk of ${place} is full, a message is answered 452; those before and after are stored once`, async (context) => {
    const disk = mountSmallDisk(context, place === 'the database' ? 24 : 4)
    if (disk === undefined) return context.skip('a disk of its own needs the right to mount')
    const lab = await openSmtpLab(context, { environment: environmentOf(disk.folder) })
    const text = 'Line of the text.\r\n'.repeat(10_000)
    const mails = Array.from({ length: 3 }, (_, at) => rawEmail({ Subject: `Mail ${at}` }, text))
    const subjects = async () => (await lab.emails()).map(({ subject }) => subject).toSorted()
    assert.match(await lab.send(mails[0] ?? ''), /^250/)
    disk.fill()
    const replies = []
    for (const mail of mails) replies.push((await lab.send(mail)).slice(0, 9))
    assert.deepEqual(replies.slice(1), ['452 4.3.1', '452 4.3.1'])
    assert.equal((await lab.deliver(mails[1] ?? '')).status, 503)
    assert.deepEqual(await subjects(), ['Mail 0'])
    disk.empty()
    for (const mail of mails) assert.match(await lab.send(mail), /^250/)
    assert.deepEqual(await subjects(), ['Mail 0', 'Mail 1', 'Mail 2'])
  })
}
