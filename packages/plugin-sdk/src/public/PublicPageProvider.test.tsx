import { expect, test } from 'vitest'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod'
import { definePublicForm, definePublicPage } from '@host/plugin/wire'
import { PublicPageProvider } from './PublicPageProvider.tsx'
import type { SentPublicPage } from './public-page-context.ts'
import { usePublicForm } from './usePublicForm.ts'
import { usePublicPage } from './usePublicPage.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const card = definePublicPage({ path: '/p/cards/{slug}', data: z.object({ title: z.string() }) })
const sign = definePublicForm({
  path: '/p/cards/{slug}/names',
  input: z.strictObject({ name: z.string().max(60) }),
  summary: 'Sign a card',
  toJSONSchema: z.toJSONSchema,
})

const sent: SentPublicPage = {
  path: card.path,
  plugin: 'cards',
  language: 'en',
  title: 'For Ada',
  params: { slug: 'ada' },
  workspace: { name: 'Acme', accent: '#0a7d5c' },
  data: { title: 'For Ada' },
}

function Card() {
  const { data, params, workspace } = usePublicPage(card)
  const form = usePublicForm(sign)
  const [name] = useState('Grace')
  return (
    <button type="button" onClick={() => form.submit({ name })}>
      {[data.title, params.slug, workspace, form.isSent, form.error?.status ?? 'fine'].join(' ')}
    </button>
  )
}

async function show(answer: () => Response) {
  const calls: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const send = (async (target: Request | string | URL, init?: RequestInit) => {
    calls.push({ url: target instanceof Request ? target.url : String(target), init })
    return answer()
  }) as typeof fetch
  const place = document.createElement('div')
  document.body.append(place)
  await act(async () => {
    createRoot(place).render(
      <PublicPageProvider page={sent} texts={undefined} icons={{}} fetch={send}>
        <Card />
      </PublicPageProvider>,
    )
  })
  await expect.poll(() => place.textContent).toContain('For Ada')
  const press = async () => await act(async () => place.querySelector('button')?.click())
  return { place, calls, press }
}

const keyOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('idempotency-key')

test('a public page reads its data, its wildcards and its workspace, and takes the accent', async () => {
  const { place } = await show(() => new Response(null, { status: 204 }))
  expect(place.textContent).toBe('For Ada ada Acme false fine')
  expect(document.documentElement.style.getPropertyValue('--color-accent')).not.toBe('')
})

test('a form goes to the address of its page without a cookie, and is the same submission until it is accepted', async () => {
  let status = 503
  const { place, calls, press } = await show(() => new Response(null, { status }))
  await press()
  await expect.poll(() => place.textContent).toBe('For Ada ada Acme false 503')
  status = 204
  await press()
  await expect.poll(() => place.textContent).toBe('For Ada ada Acme true fine')
  await press()
  await expect.poll(() => calls.length).toBe(3)
  const [first, second, third] = calls.map(({ init }) => keyOf(init))
  expect(first).toBe(second)
  expect(third).not.toBe(first)
  expect(calls[0]?.url).toMatch(/\/p\/cards\/ada\/names$/)
  expect(calls[0]?.init?.credentials).toBe('omit')
})
