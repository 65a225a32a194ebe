import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { picture, pictureNames, pngOf } from '../testing/pictures.ts'
import { pictureSize } from './picture-size.ts'

suite('the size of a picture', () => {
  for (const name of pictureNames) {
    test(`is read from ${name}`, () => {
      assert.deepEqual(pictureSize(picture(name)), { width: 37, height: 21 })
    })

    test(`is read from no beginning of ${name} that lacks it, and from none wrongly`, () => {
      const whole = picture(name)
      for (let length = 0; length < whole.length; length += 1) {
        const size = pictureSize(whole.subarray(0, length))
        if (size !== undefined) assert.deepEqual(size, { width: 37, height: 21 }, String(length))
      }
      assert.equal(pictureSize(whole.subarray(0, 20)), undefined)
    })

    test(`is two numbers or nothing for any bytes behind the beginning of ${name}`, () => {
      const start = picture(name).subarray(0, 16)
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), (rest) => {
          const size = pictureSize(Buffer.concat([start, rest]))
          assert.ok(size === undefined || (size.width > 0 && size.height > 0))
        }),
      )
    })
  }

  test('is never zero, and a picture whose segments never end states none', () => {
    assert.equal(pictureSize(pngOf(0, 21)), undefined)
    const endless = Buffer.from('ffd8ffe00000'.padEnd(80, '0'), 'hex')
    assert.equal(pictureSize(endless), undefined)
    const fill = Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(100_000, 0xff)])
    assert.equal(pictureSize(fill), undefined)
  })
})
