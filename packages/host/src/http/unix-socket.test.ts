import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { listenOnSocket } from './unix-socket.ts'

function socketPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-socket-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'host.sock')
}

async function listening(t: TestContext, path: string): Promise<Server> {
  const server = createServer((socket) => socket.end())
  t.after(() => server.close())
  await listenOnSocket(server, path)
  return server
}

test('a socket is for the user and the group, whatever the mask of the process is, and goes with the server', async (t) => {
  const path = socketPath(t)
  const before = process.umask(0)
  t.after(() => process.umask(before))
  const server = await listening(t, path)
  assert.equal(statSync(path).mode & 0o777, 0o660)
  assert.equal(process.umask(0), 0)
  server.close()
  await once(server, 'close')
  assert.equal(existsSync(path), false)
})

test('the socket of a killed process is replaced', async (t) => {
  const path = socketPath(t)
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', script]), 'close')
  assert.ok(statSync(path).isSocket())
  assert.ok((await listening(t, path)).listening)
})

test('a socket that a process listens on is refused, and stays with that process', async (t) => {
  const path = socketPath(t)
  const first = await listening(t, path)
  await assert.rejects(listening(t, path), /^Error: another process listens on it$/)
  assert.ok(existsSync(path))
  const connected = once(first, 'connection')
  const client = spawn(process.execPath, ['-e', `require('net').connect(${JSON.stringify(path)})`])
  await connected
  client.kill()
})

test('a file that is not a socket is refused, and left alone', async (t) => {
  const path = socketPath(t)
  writeFileSync(path, 'notes')
  await assert.rejects(listening(t, path), /the file is not a socket/)
  assert.equal(statSync(path).size, 5)
})

test('a folder that does not exist is refused', async (t) => {
  await assert.rejects(listening(t, join(socketPath(t), 'inner')), /its folder does not exist/)
})
