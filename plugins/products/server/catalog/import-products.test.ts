import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import { importProducts, listProducts, productLimits, readProduct } from '../../shared.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'

describe('imports of products', () => {
  let host: TestHost
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) })
    return async () => {
      for (const end of ends) await end()
    }
  })

  const send = (csv: string, dryRun = false) => host.as('owner').call(importProducts, { csv, dryRun })
  const names = async (person: 'owner' | 'otherOwner') =>
    (await host.as(person).call(listProducts, { sort: 'name', limit: 100 })).items.map(({ name }) => name)

  test('formulas are texts: exports protect them, and another workspace imports them as they were', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', `=cmd|' /C calc'!A0`, '=HYPERLINK("http://evil.test")']
    const csv = `name,variant,currency,amount\n${formulas.map((text) => `"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}",EUR,1`).join('\n')}`
    const { added, problems } = await send(csv)
    assert.deepEqual([added, problems], [formulas.length, []])
    assert.deepEqual(await names('owner'), formulas.toSorted())
    const exported = await (await host.as('owner').get('/api/products/export')).text()
    for (const line of exported.split('\r\n').slice(1)) assert.doesNotMatch(line, /(?:^|,)"?[=+@-]/)
    await host.as('otherOwner').call(importProducts, { csv: exported })
    assert.deepEqual(await names('otherOwner'), formulas.toSorted())
    const { items } = await host.as('otherOwner').call(listProducts, { limit: 1 })
    const { variants, name } = await host.as('otherOwner').call(readProduct, { id: items[0]?.id ?? '' })
    assert.deepEqual(
      variants.map((variant) => variant.name),
      [name],
    )
  })

  test('a dry run says what the file would do, and a line that can’t be read stops all of it', async () => {
    const known = await names('owner')
    const long = 'x'.repeat(productLimits.name + 1)
    const lines = [
      'Good,,EUR,1,,',
      'Bad\u0007,,EUR,1,,',
      'Hidden\u202Etxt,,EUR,1,,',
      `${long},,EUR,1,,`,
      'Variant,a\u200Bb,EUR,1,,',
      `Variant,${long},EUR,1,,`,
      'Amount,,EUR,1.999,,',
      'Amount,,JPY,1.5,,',
      'Amount,,EUR,-1,,',
      'Amount,,EUR,1e3,,',
      `Amount,,EUR,${'9'.repeat(19)},,`,
      'Currency,,XXX,1,,',
      'Interval,,EUR,1,decade,',
      'Count,,EUR,1,month,0x10',
      'Count,,EUR,1,month,1e1',
      'Count,,EUR,1,,3',
      `Half,${'😀'.repeat(121)},EUR,1,,`,
    ]
    const csv = ['name,variant,currency,amount,interval,intervalCount', ...lines].join('\n')
    const dry = await send(csv, true)
    const wrong = Array.from({ length: lines.length - 1 }, (_, at) => at + 3)
    assert.deepEqual(
      [dry.rows, dry.problems.map(({ line }) => line)],
      [lines.length, wrong],
      JSON.stringify(dry.problems),
    )
    const done = await send(csv)
    assert.deepEqual([done.added, done.problems], [0, dry.problems])
    assert.deepEqual(await names('owner'), known)
  })

  test('a file that can’t be read at all names the line, and imports nothing', async () => {
    const known = await names('owner')
    const broken = {
      'name\n"open': /Line 2/,
      [`name\n${'x'.repeat(30_000)}`]: /Line 2/,
      [`name,description\nA,"${'x\n'.repeat(15_000)}"`]: /Line 2/,
      'title\nA': /"name"/,
      'name\n': /no products/,
      ['\n'.repeat(productLimits.importText)]: /no products/,
      [`name\n${'a\n'.repeat(100_000)}`]: /2000 lines/,
      [`${','.repeat(100_000)}name\nA`]: /too long|"name"/,
    }
    for (const [csv, message] of Object.entries(broken)) {
      const error = await send(csv).catch((failure: unknown) => failure)
      assert.ok(refused('invalid_input', 'csv')(error))
      const { problem } = error as { readonly problem: { readonly errors: readonly { readonly message: string }[] } }
      assert.match(problem.errors[0]?.message ?? '', message)
    }
    await assert.rejects(send('name\na\0b'), refused('bad_request'))
    await assert.rejects(send('x'.repeat(productLimits.importText + 1)), refused('invalid_input', 'csv'))
    assert.deepEqual(await names('owner'), known)
  })

  test('problems of a long file are bounded, and the largest file is imported in one transaction', async () => {
    const rows = productLimits.importRows
    const wrong = await send(`name,currency,amount\n${'A,EUR,x\n'.repeat(rows)}`, true)
    assert.deepEqual([wrong.rows, wrong.problems.length], [rows, productLimits.importProblems])
    const some = Array.from({ length: 200 }, (_, at) => `ID-${at},Good ${at},EUR,1`).join('\n')
    const csv = `externalId,name,currency,amount\n${some}`
    const [first, second] = await Promise.allSettled([send(csv), send(csv)])
    const added = [first, second].map((one) => (one?.status === 'fulfilled' ? one.value.added : 0))
    assert.deepEqual(
      added.toSorted((one, other) => one - other),
      [0, 200],
      'two imports of a file at once add its products once',
    )
    assert.deepEqual((await send(csv)).known, 200)
  })

  test('only admins import and export', async () => {
    await assert.rejects(host.as('member').call(importProducts, { csv: 'name\nA' }), refused('forbidden'))
    assert.equal((await host.as('member').get('/api/products/export')).status, 403)
  })
})
