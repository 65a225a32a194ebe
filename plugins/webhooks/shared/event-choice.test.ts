import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isChosen, nounOf, nounPattern } from './event-choice.ts'

const word = fc.stringMatching(/^[a-z][a-z_]{0,8}$/)
const name = fc.tuple(word, word).map(([noun, verb]) => `${noun}.${verb}`)
const runs = process.env['HOST_SOAK'] === '1' ? 100_000 : 500

test('an event is chosen by its name, by its noun or by all, and by nothing else', () => {
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 5 }), (event, others) => {
      assert.ok(isChosen([...others, event], event))
      assert.ok(isChosen([...others, nounPattern(event)], event))
      assert.ok(isChosen(['*'], event))
      const anonymousClients = others.filter((other) => other !== event)
      assert.ok(!isChosen(anonymousClients, event))
      const foreignNouns = others.filter((other) => nounOf(other) !== nounOf(event)).map(nounPattern)
      assert.ok(!isChosen(foreignNouns, event))
      assert.ok(!isChosen([event.slice(0, -1), `${event}x`, `${nounOf(event)}.`, nounOf(event)], event))
    }),
    { numRuns: runs },
  )
})
