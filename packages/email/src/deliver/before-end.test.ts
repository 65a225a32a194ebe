import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deliverTo, outcomesOf } from './testing/delivery-lab.ts'
import { answer, startScriptedServer, usual, type ScriptedPeer } from './testing/scripted-server.ts'

/** Refuses the second recipient, and takes the message. */
async function takeOne(peer: ScriptedPeer): Promise<void> {
  peer.send('220 mx\r\n')
  await answer(peer, { EHLO: usual.EHLO, MAIL: usual.MAIL })
  peer.send('250 2.1.5 OK\r\n')
  await peer.line()
  peer.send('550 5.1.1 Unknown\r\n')
  await peer.line()
  peer.send('354 go\r\n')
  await peer.until('\r\n.\r\n')
  peer.send('250 2.0.0 OK\r\n')
}

suite('the moment before the end of a message', () => {
  test('is reported for the recipients that the server accepted, before the server has the end', async () => {
    await using server = await startScriptedServer(takeOne)
    const asked: (readonly string[])[] = []
    const delivery = await deliverTo(server.port, {
      recipients: ['b@example.com', 'none@example.com'],
      beforeEnd: async (recipients) => {
        asked.push(recipients)
        return !server.received.join('').includes('\r\n.\r\n')
      },
    })
    assert.deepEqual(asked, [['b@example.com']])
    assert.deepEqual(outcomesOf(delivery), ['delivered reply 2.0.0', 'refused reply 5.1.1'])
  })

  test('is the last at which a delivery can be stopped', async () => {
    await using server = await startScriptedServer(takeOne)
    const delivery = await deliverTo(server.port, {
      recipients: ['b@example.com', 'none@example.com'],
      beforeEnd: async () => false,
    })
    assert.deepEqual(outcomesOf(delivery), ['deferred aborted 4.3.2', 'refused reply 5.1.1'])
    assert.ok(!server.received.join('').includes('\r\n.\r\n'))
  })
})
