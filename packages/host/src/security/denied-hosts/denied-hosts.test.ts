import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { domainToASCII } from 'node:url'
import type { Log } from '@host/plugin'
import { BootError } from '../../support/boot-error.ts'
import { DeniedHosts } from './denied-hosts.ts'
import { openDeniedHosts } from './open-denied-hosts.ts'

async function lab(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'host-denied-'))
  const path = join(folder, 'hosts.txt')
  await writeFile(path, text)
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const log: Log = { debug() {}, info: note, warn: note, error() {} }
  return {
    path,
    log,
    lines,
    async replace(next: string) {
      await writeFile(`${path}.new`, next)
      await rename(`${path}.new`, path)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

suite('denied hosts', () => {
  test('a name covers all below it, a star those alone, whatever their spelling', async () => {
    await using file = await lab(
      '# Malware\nEvil.example # reported\n\n*.free-hosting.example\r\nbücher.example\n192.0.2.7\n2001:DB8:0::7\n::ffff:192.0.2.9',
    )
    const denied = await openDeniedHosts(file.path, file.log)
    for (const host of [
      'evil.example',
      'a.b.evil.example',
      'shop.free-hosting.example',
      'xn--bcher-kva.example',
      '192.0.2.7',
      '2001:db8::7',
      '192.0.2.9',
      'a_b.evil.example',
    ]) {
      assert.ok(denied.has(host), host)
    }
    for (const host of ['notevil.example', 'free-hosting.example', 'example', '192.0.2.8', '']) {
      assert.ok(!denied.has(host), host)
    }
  })

  test('a changed file counts within a minute, and a broken one leaves the list as it was', async () => {
    await using file = await lab('evil.example\n')
    let now = 0
    const denied = await DeniedHosts.open({ path: file.path, log: file.log, steady: () => now })
    const first = await denied.refresh()
    assert.equal(await denied.refresh(), first)
    await file.replace('worse.example\n')
    assert.ok(denied.has('evil.example'))
    now += 60_000
    denied.has('evil.example')
    const second = await denied.refresh()
    assert.notEqual(second, first)
    assert.deepEqual([denied.has('worse.example'), denied.has('evil.example')], [true, false])
    await file.replace('good.example\nnot a host\n')
    assert.equal(await denied.refresh(), second)
    assert.equal(await denied.refresh(), second)
    assert.deepEqual([denied.has('worse.example'), denied.has('good.example')], [true, false])
    assert.deepEqual(file.lines, [
      'Denied hosts reloaded',
      'The new list of denied hosts could not be loaded; the previous one stays in use',
    ])
  })

  test('a list of many pieces is read whole, across characters and lines', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `bücher-${at}.example`)
    await using file = await lab(`${names.join('\n')}\nnot a host`)
    await assert.rejects(DeniedHosts.open({ path: file.path, log: file.log }), /Line 20001 has no host name/)
    await file.replace(names.join('\n'))
    const denied = await DeniedHosts.open({ path: file.path, log: file.log })
    assert.ok(names.every((name) => denied.has(domainToASCII(name))))
    await file.replace('#'.repeat(70_000))
    await assert.rejects(DeniedHosts.open({ path: file.path, log: file.log }), /Line 1 is too long/)
  })

  test('a host that starts with an unusable list is refused with its line', async () => {
    await using file = await lab('evil.example\nhttps://evil.example/\n')
    const wrong = (pattern: RegExp) => (error: unknown) => error instanceof BootError && pattern.test(error.message)
    await assert.rejects(openDeniedHosts(file.path, file.log), wrong(/Line 2 has no host name/))
    await assert.rejects(openDeniedHosts(`${file.path}.none`, file.log), wrong(/HOST_DENIED_HOSTS/))
  })
})
