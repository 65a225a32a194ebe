import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { createImport, listLinks, readImport, runImport } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { readTable } from './read-table.ts'

const url = 'https://www.example.com/'

/** Turns of the event loop until some work has ended. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(count)
  function count(): void {
    turns += 1
    next = setImmediate(count)
  }
  await work.catch(() => undefined)
  clearImmediate(next)
  return turns
}

suite('a long file for an import', () => {
  test('lets the event loop turn while it is read', async () => {
    const items = Array.from({ length: 15_000 }, () => ({ url, title: 'x'.repeat(200) }))
    const rows = (row: string) => 'url\n' + row.repeat(4_000_000 / row.length)
    for (const text of [rows(',\n'), rows(`${','.repeat(150_000)}\n`), JSON.stringify(items)]) {
      assert.ok((await turnsOf(readTable(text))) > 0, text.slice(0, 20))
    }
  })

  test('is refused at a row that is longer than any, with its line', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const csv = ['x', '""', ','].map((part) => `url\n${url}\n"${part.repeat(150_000)}"${part.repeat(150_000)}`)
    const json = ['{},{},{"a":"'.concat('x'.repeat(300_000), '"}'), `{},{},${'['.repeat(300_000)}`].map(
      (part) => `[${part}]`,
    )
    for (const text of [...csv, ...json]) {
      await assert.rejects(member.call(createImport, { name: 'links', text }), (error) => {
        assert.ok(error instanceof TestCallError)
        const [found] = error.problem?.errors ?? []
        assert.match(found?.message ?? '', /^Line 3 has more than 200,000 characters/, text.slice(0, 20))
        return found?.path === 'text'
      })
    }
  })

  test('has a cell that is too long for its field refused with its row alone', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const text = `slug,url,note\na,${url},${'x'.repeat(100_000)}\nb,${url},\n`
    const { id, mapping } = await member.call(createImport, { name: 'links', text })
    await member.call(runImport, { id, mapping, dryRun: true })
    await host.settleJobs()
    const { report } = await member.call(readImport, { id })
    assert.deepEqual(
      report?.lines.map(({ line, field }) => [line, field]),
      [[2, 'note']],
    )
    assert.equal(report.counts.new, 1)
  })

  test('is stored to the last character', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const note = 'x😀王'.repeat(400)
    const rows = Array.from({ length: 200 }, (_, at) => `n${at},${url}${at},${'y'.repeat(at)}${note}`)
    const { id, mapping } = await member.call(createImport, {
      name: 'links',
      text: `slug,url,note\n${rows.join('\n')}`,
    })
    await member.call(runImport, { id, mapping, dryRun: false })
    await host.settleJobs()
    assert.equal((await member.call(readImport, { id })).report?.counts.new, 200)
    for (const at of [0, 100, 199]) {
      const { items } = await member.call(listLinks, { q: `n${at}` })
      assert.equal(items.find(({ slug }) => slug === `n${at}`)?.note, 'y'.repeat(at) + note)
    }
  })
})
