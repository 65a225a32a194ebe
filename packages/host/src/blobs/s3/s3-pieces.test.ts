import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { parseBlobPlace, type BucketPlace } from '../blob-place.ts'
import { startS3Server } from '../../../testing/blobs/s3-server.ts'
import { s3Pieces } from './s3-pieces.ts'

const signal = new AbortController().signal
const bytes = new TextEncoder().encode('piece')

function bucketAt(endpoint: string): BucketPlace {
  const place = parseBlobPlace(`s3://files/here?endpoint=${endpoint}`)
  assert.equal(place.kind, 's3')
  return place
}

test('a server that fails for a moment is asked again, and one that refuses is not', async () => {
  await using server = await startS3Server()
  const pieces = s3Pieces({ place: bucketAt(server.endpoint), keys: server.keys, clock: Date.now })
  server.failures.push(503)
  await pieces.write({ content: 'blobc_1', position: 0 }, bytes, signal)
  assert.deepEqual([...server.objects.keys()], ['here/blobc_1/0'])
  const wrong = { ...server.keys, secretKey: 'another' }
  const anonymous = s3Pieces({ place: bucketAt(server.endpoint), keys: wrong, clock: Date.now })
  await assert.rejects(
    anonymous.read({ content: 'blobc_1', position: 0 }),
    /403 SignatureDoesNotMatch; check HOST_BLOBS/,
  )
  await assert.rejects(anonymous.write({ content: 'blobc_2', position: 0 }, bytes, signal), /403/)
  assert.equal(server.objects.size, 1)
})

test('a bucket that is not there is an error, and no store without pieces', async () => {
  await using server = await startS3Server()
  const place = { ...bucketAt(server.endpoint), bucket: 'others' }
  const pieces = s3Pieces({ place, keys: server.keys, clock: Date.now })
  await assert.rejects(pieces.write({ content: 'blobc_1', position: 0 }, bytes, signal), /404 NoSuchBucket/)
  await assert.rejects(pieces.remove('blobc_1'), /404 NoSuchBucket/)
  await assert.rejects(pieces.read({ content: 'blobc_1', position: 0 }), /404 NoSuchBucket/)
})

test('a redirecting endpoint is not followed', async () => {
  await using server = await startS3Server()
  server.objects.set('here/blobc_1/0', Buffer.from('of somebody else'))
  let asked = 0
  const leading = createServer((request, response) => {
    asked += 1
    response.writeHead(307, { location: server.endpoint + (request.url ?? '') }).end()
  })
  leading.listen(0, '127.0.0.1')
  await once(leading, 'listening')
  const endpoint = `http://127.0.0.1:${(leading.address() as AddressInfo).port}`
  const pieces = s3Pieces({ place: bucketAt(endpoint), keys: server.keys, clock: Date.now })
  await assert.rejects(pieces.read({ content: 'blobc_1', position: 0 }), /not allowed|must not go/)
  assert.equal(asked, 1)
  leading.closeAllConnections()
  leading.close()
})
