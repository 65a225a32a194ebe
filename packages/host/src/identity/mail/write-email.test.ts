import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailWords } from './email-words.ts'
import type { EmailKind, IdentityEmail } from './identity-mail.ts'
import { writeEmail } from './write-email.ts'

const attack = `https://evil.example/pay www.evil.example a@evil.example\r\nBcc: b@evil.example\u202E<a href="//evil.example">${'x'.repeat(300)}`
const kinds = Object.keys(emailWords) as EmailKind[]
const languages = ['en', 'zh'] as const

/** Records which names a kind asks for, so that each kind is written with all of them. */
function hostileEmail(kind: EmailKind, language: 'en' | 'zh'): IdentityEmail {
  const asked = new Set<string>()
  const record = new Proxy({}, { get: (_, key) => (asked.add(String(key)), attack) })
  emailWords[kind][language]('host.test', record as never)
  const names = Object.fromEntries([...asked].map((name) => [name, attack]))
  return { kind, to: 'ada@host.test', language, names, link: 'https://host.test/go?token=1' } as IdentityEmail
}

test('§I43 no email of identity links, breaks or overflows by a name that a person chose', () => {
  for (const kind of kinds) {
    for (const language of languages) {
      const email = hostileEmail(kind, language)
      const { subject, text, html } = writeEmail(email, 'host.test')
      const names = Object.keys(email.names).length
      assert.ok(subject.length <= 80 * (names + 1) && !/[\r\n\u202E]/.test(subject), subject)
      for (const part of [subject, text, html]) {
        assert.doesNotMatch(part, /evil\.example|www\.|b@|\u202E|<a href="\/\//, `${kind} in ${language}`)
        assert.doesNotMatch(part, /x{41}/, `${kind} in ${language} is not cut`)
      }
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
      assert.deepEqual(links, [email.link], `${kind} in ${language} links to its page alone`)
    }
  }
  assert.ok(
    kinds.some((kind) => Object.keys(hostileEmail(kind, 'en').names).length > 0),
    'No email shows a name.',
  )
})
