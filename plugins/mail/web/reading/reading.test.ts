import { expect, test } from 'vitest'
import { hiddenHost, linkTarget } from './link-target.ts'
import { textParts } from './text-parts.ts'

test('links lead to web addresses, emails and phones alone', () => {
  for (const href of ['https://a.example/x', 'http://a.example', 'mailto:a@b.example', 'tel:+1']) {
    expect(linkTarget(href)?.protocol, href).toBeTruthy()
  }
  for (const href of ['', '#x', '/x', 'javascript:alert(1)', 'data:text/html,x', 'file:///x', 'blob:x', 'x']) {
    expect(linkTarget(href), href).toBeUndefined()
  }
})

test('a text that shows another host than its link gets the true one', () => {
  const host = (text: string, href: string) => hiddenHost(text, new URL(href))
  expect(host('https://bank.example/login', 'https://evil.example/')).toBe('evil.example')
  expect(host('bank.example', 'https://bank.example.evil.example/')).toBe('bank.example.evil.example')
  expect(host('bank.example', 'https://www.bank.example/')).toBeUndefined()
  expect(host('Click here', 'https://evil.example/')).toBeUndefined()
  expect(host('Click here', 'https://аpple.example/')).toBe('xn--pple-43d.example')
  expect(host('a@bank.example', 'mailto:a@evil.example')).toBeUndefined()
})

test('plain text has its addresses apart, and the quotation at its end', () => {
  const { own, quoted } = textParts('See https://a.example/x?y=1. Bye\n\n> Old\n> text http://b.example\n')
  expect(own.filter((_, at) => at % 2 === 1)).toEqual(['https://a.example/x?y=1'])
  expect(quoted.filter((_, at) => at % 2 === 1)).toEqual(['http://b.example'])
  expect(textParts('> only a quotation').quoted).toEqual([])
  expect(textParts('javascript:alert(1) ftp://x').own).toHaveLength(1)
})
