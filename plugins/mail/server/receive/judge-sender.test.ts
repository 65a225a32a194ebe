import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SenderVerdicts } from '../../shared.ts'
import { judgeSender } from './judge-sender.ts'

const verdicts = (result: string, policy: string | null): SenderVerdicts => ({
  spf: { result: 'fail', domain: 'bank.example' },
  dkim: [],
  dmarc: { result, domain: 'bank.example', policy },
})
const usual = { onDmarcReject: 'refuse', onDmarcQuarantine: 'spam' } as const

test('mail that fails DMARC is treated as its mailbox decides, all other mail arrives', () => {
  const mild = { onDmarcReject: 'spam', onDmarcQuarantine: 'accept' } as const
  const open = { onDmarcReject: 'accept', onDmarcQuarantine: 'accept' } as const
  const cases = [
    [usual, undefined, 'inbox'],
    [usual, verdicts('pass', 'reject'), 'inbox'],
    [usual, verdicts('none', null), 'inbox'],
    [usual, verdicts('temperror', 'reject'), 'inbox'],
    [usual, verdicts('fail', 'none'), 'inbox'],
    [usual, verdicts('fail', null), 'inbox'],
    [usual, verdicts('fail', '__proto__'), 'inbox'],
    [usual, verdicts('fail', 'reject'), 'refuse'],
    [usual, verdicts('fail', 'quarantine'), 'spam'],
    [mild, verdicts('fail', 'reject'), 'spam'],
    [mild, verdicts('fail', 'quarantine'), 'inbox'],
    [open, verdicts('fail', 'reject'), 'inbox'],
  ] as const
  for (const [mailbox, checks, folder] of cases) {
    assert.equal(judgeSender(mailbox, checks), folder, JSON.stringify([mailbox, checks?.dmarc]))
  }
})
