import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { parseBlobPlace } from './blob-place.ts'

test('the database, a folder and a bucket are places for blobs', () => {
  assert.deepEqual(parseBlobPlace('database'), { kind: 'database' })
  assert.deepEqual(parseBlobPlace('./data/blobs'), { kind: 'folder', path: resolve('data/blobs') })
  assert.deepEqual(parseBlobPlace('file:///srv/blobs'), { kind: 'folder', path: '/srv/blobs' })
  assert.deepEqual(parseBlobPlace('s3://files/here/there?region=eu-central-1&endpoint=http://10.0.0.5:9000'), {
    kind: 's3',
    bucket: 'files',
    prefix: 'here/there/',
    region: 'eu-central-1',
    endpoint: 'http://10.0.0.5:9000',
  })
  assert.deepEqual(parseBlobPlace('s3://files'), {
    kind: 's3',
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
  })
})

test('an invalid place is refused with valid values', () => {
  const wrong = [
    'disk',
    'file://elsewhere/srv',
    's3://',
    's3://A b',
    's3://files/a b',
    's3://files?regoin=x',
    's3://files?region=EU west',
    's3://files?endpoint=10.0.0.5',
    's3://files?endpoint=https://host/path',
    's3://user:secret@files',
  ]
  for (const text of wrong) assert.throws(() => parseBlobPlace(text), TypeError, text)
})
