import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './nearest-name.ts'

const known = ['health', 'helpDocs', 'start', 'stop', 'menus', 'mount']

test('a slip of the finger finds its name', () => {
  const slips = {
    helth: 'health',
    Health: 'health',
    strat: 'start',
    stopp: 'stop',
    menu: 'menus',
    helpDoc: 'helpDocs',
    muont: 'mount',
  }
  for (const [slip, name] of Object.entries(slips)) assert.equal(nearestName(slip, known), name, slip)
})

test('another word finds none', () => {
  for (const word of ['permissions', 'x', 'handler', '']) assert.equal(nearestName(word, known), undefined, word)
})
