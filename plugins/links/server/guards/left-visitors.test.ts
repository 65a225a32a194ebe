import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { createLink } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

suite('a visitor who leaves', () => {
  test('in the middle of a password causes no fault of the plugin', async (context) => {
    const { host, port } = await openLinksLab(context)
    const member = host.as('member')
    const link = await member.call(createLink, { url: 'https://www.example.com/', password: 'correct horse' })
    const { host: name, pathname } = new URL(link.shortUrl)
    for (const [framing, start] of [
      ['content-length: 100', ''],
      ['transfer-encoding: chunked', '50\r\n'],
    ] as const) {
      const before = answered().length
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const lines = [`POST ${pathname} HTTP/1.1`, `host: ${name}`, 'content-type: application/x-www-form-urlencoded']
      await new Promise((resolve) =>
        socket.write(`${[...lines, framing].join('\r\n')}\r\n\r\n${start}password=corr`, resolve),
      )
      socket.resetAndDestroy()
      while (answered().length === before) await new Promise(setImmediate)
    }
    assert.deepEqual(
      host.logs.filter(({ level }) => level === 'error'),
      [],
    )

    function answered() {
      return host.logs.filter(({ message, fields }) => message === 'Answered' && fields['route'] === 'edge')
    }
  })
})
