import { randomInt } from 'node:crypto'
import { Problem } from '@host/plugin'

// bounded: at most 63 characters.
const form = /^(?=.{3,63}$)[a-z0-9]+(?:-+[a-z0-9]+)*$/

/** Whether a text may be a workspace's slug: 3 to 63 lower-case letters and digits, hyphens inside. */
export function isSlug(text: string): boolean {
  return form.test(text)
}

/** @throws Problem `invalid_input` for invalid slugs */
export function checkSlug(text: string): void {
  if (isSlug(text)) return
  throw new Problem('invalid_input', {
    errors: [
      {
        path: 'slug',
        message: {
          en: 'Use 3 to 63 lowercase letters, numbers and hyphens.',
          zh: '请使用 3 至 63 个小写字母和数字，中间可用连字符。',
        },
      },
    ],
  })
}

/** Slugs to try for a workspace of this name, the nicest first; the last ones are as good as never taken. */
export function slugsFor(name: string): readonly string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    // bounded: at most 48 characters by now.
    .replaceAll(/^-+|-+$/g, '')
  const base = isSlug(words) ? words : 'workspace'
  return [base, ...Array.from({ length: 4 }, () => `${base}-${randomInt(2 ** 20, 2 ** 40).toString(36)}`)]
}
