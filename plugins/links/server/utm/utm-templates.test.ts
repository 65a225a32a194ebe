import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import {
  changeUtmTemplate,
  createUtmTemplate,
  deleteUtmTemplate,
  linkLimits,
  listUtmTemplates,
  noUtm,
} from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

suite('UTM templates', () => {
  test('are created, changed, listed by name and deleted', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const mail = await member.call(createUtmTemplate, { name: ' Mail ', source: 'news', medium: 'email' })
    assert.deepEqual(mail, { id: mail.id, name: 'Mail', ...noUtm, source: 'news', medium: 'email' })
    const ads = await member.call(createUtmTemplate, { name: 'Ads', campaign: 'a&b#c 😀' })
    assert.deepEqual((await member.call(listUtmTemplates)).items, [ads, mail])
    const changed = await member.call(changeUtmTemplate, { id: mail.id, name: 'Letters', term: 'x' })
    assert.deepEqual(changed, { id: mail.id, name: 'Letters', ...noUtm, term: 'x' })
    await member.call(deleteUtmTemplate, { id: ads.id })
    assert.deepEqual((await member.call(listUtmTemplates)).items, [changed])
    await assert.rejects(member.call(deleteUtmTemplate, { id: ads.id }), refused('not_found'))
  })

  test('have a name of their own and at least one value, which an address can have', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const first = await member.call(createUtmTemplate, { name: 'Mail', source: 'news' })
    const second = await member.call(createUtmTemplate, { name: 'Ads', source: 'ads' })
    const taken = { name: 'Mail', source: 'x' }
    await assert.rejects(member.call(createUtmTemplate, taken), refused('conflict', 'name'))
    await assert.rejects(member.call(changeUtmTemplate, { id: second.id, ...taken }), refused('conflict', 'name'))
    await assert.rejects(member.call(createUtmTemplate, { name: 'Empty' }), refused('invalid_input', 'source'))
    await assert.rejects(member.call(changeUtmTemplate, { id: first.id, name: 'Mail' }), refused('invalid_input'))
    const wrong = ['x'.repeat(linkLimits.utmValue + 1), 'a\u0000b', 'a\nb', 'half \ud83d']
    for (const term of wrong) {
      const template = { name: 'Wrong', term }
      await assert.rejects(member.call(createUtmTemplate, template), (error) => error instanceof TestCallError, term)
    }
    for (const name of ['', 'x'.repeat(61), 'a\u202eb']) {
      await assert.rejects(member.call(createUtmTemplate, { name, term: 'x' }), refused('invalid_input', 'name'), name)
    }
    assert.deepEqual((await member.call(listUtmTemplates)).items, [second, first])
  })

  test('are at most 100, and belong to one workspace', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const [first] = await Promise.all(
      Array.from({ length: linkLimits.utmTemplates }, (_, at) =>
        member.call(createUtmTemplate, { name: `T ${at}`, source: 's' }),
      ),
    )
    const id = first?.id ?? ''
    await assert.rejects(member.call(createUtmTemplate, { name: 'More', source: 's' }), refused('conflict'))
    assert.equal((await member.call(listUtmTemplates)).items.length, linkLimits.utmTemplates)
    const other = host.as('otherOwner')
    assert.deepEqual((await other.call(listUtmTemplates)).items, [])
    const theirs = { id, name: 'Theirs', source: 's' }
    await assert.rejects(other.call(changeUtmTemplate, theirs), refused('not_found'))
    await assert.rejects(other.call(deleteUtmTemplate, { id }), refused('not_found'))
    await other.call(createUtmTemplate, { name: 'T 0', source: 's' })
  })
})
