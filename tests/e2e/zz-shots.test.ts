import { test } from 'node:test'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { startDnsTree } from '../../plugins/domains/server/testing/dns-tree.ts'
import { openStage, type Look } from './lab/stage.ts'

const pages = (process.env['PAGES'] ?? '/mail,/mail/mailboxes').split(',')

test('shots', async () => {
  const dns = await startDnsTree()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const stage = await openStage({ port, url, env: { ...dns.environment, HOST_PUBLIC_URL: url } })
  try {
    const { visitor } = stage
    const made = await visitor.post<any>('/api/domains', { name: 'acme.example' })
    console.log(JSON.stringify(made.body).slice(0, 800))
    dns.delegate('acme.example')
    const text = JSON.stringify(made.body)
    const value = /host-challenge=\w{32}/.exec(text)?.[0] ?? ''
    dns.text('_host-challenge.acme.example', [value])
    for (let i = 0; i < 30; i += 1) {
      const v = await visitor.post<any>(`/api/domains/${made.body.id}/verify`, {})
      if (/"verified"/.test(JSON.stringify(v.body))) break
      await new Promise((r) => setTimeout(r, 1000))
    }
    for (const a of ['support', 'sales'])
      console.log((await visitor.post<any>('/api/x/mail/mailboxes', { address: `${a}@acme.example` })).status)
    const inb = (await visitor.post<any>('/api/x/mail/inbound/rotate', {})).body
    for (let i = 0; i < 25; i += 1) {
      const body = {
        from: `Guest ${i} <guest${i}@example.org>`,
        to: ['support@acme.example'],
        subject: `Question ${i} about the order`,
        text: `Hello,\n\nwhen does order ${i} arrive?\n\nBest\nGuest ${i}`,
        html: `<h2>Order ${i}</h2><p>Hello,</p><p>when does <b>order ${i}</b> arrive? <a href="https://example.org/x">See</a></p><img src="https://example.org/a.png">`,
        ...(i % 5 === 0 ? { attachments: [{ name: 'order.txt', type: 'text/plain', content: 'aGVsbG8=' }] } : {}),
      }
      const r = await visitor.send('POST', inb.path, { body, headers: { 'x-inbound-secret': inb.secret } })
      if (r.status !== 202) console.log(r.status, JSON.stringify(r.body))
    }
    const list = (await visitor.get<any>('/api/emails')).body
    const looks: Look[] = [
      { language: 'en', theme: 'light', width: 1440 },
      { language: 'zh', theme: 'dark', width: 1440 },
      { language: 'zh', theme: 'light', width: 390 },
      { language: 'en', theme: 'dark', width: 390 },
    ]
    for (const look of looks) {
      const page = await stage.open(look)
      page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)))
      for (const path of pages) {
        await page.goto(`/admin${path.replace('EMAIL', list.items[0].id)}`)
        await page.waitForTimeout(2500)
        await page.screenshot({
          path: `/tmp/shots/${path.replaceAll(/[/?=&]/g, '_')}-${look.language}-${look.theme}-${look.width}.png`,
        })
      }
      await page.context().close()
    }
  } finally {
    await stage[Symbol.asyncDispose]()
    await dns[Symbol.asyncDispose]()
  }
})
