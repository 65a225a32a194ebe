import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, linesOf, servedZoneFile, servedZones } from '../testing/served-zone-file.ts'

/** The zone of RFC 4592 §2.2.1. */
const zones = servedZones(
  servedZoneFile(
    'example.',
    `$TTL 3600
@                  IN SOA ns.example.com. admin.example.com. 1 3600 600 86400 300
@                     NS  ns.example.com.
@                     NS  ns.example.net.
*                     TXT "this is a wildcard"
*                     MX  10 host1
sub.*                 TXT "this is not a wildcard"
host1                 A   192.0.2.1
_ssh._tcp.host1       SRV 0 0 22 host1
_ssh._tcp.host2       SRV 0 0 22 host2
subdel                NS  ns.example.com.
subdel                NS  ns.example.net.
`,
  ),
)

const synthesized = {
  'host3.example. MX': '10 host1.example.',
  'host3.example. TXT': '"this is a wildcard"',
  'foo.bar.example. TXT': '"this is a wildcard"',
  '*.example. TXT': '"this is a wildcard"',
  'sub.*.example. TXT': '"this is not a wildcard"',
  'HOST3.Example. MX': '10 host1.Example.',
}
/** Each names the record that is not there. */
const denied = {
  'host3.example. A': 0,
  'host1.example. MX': 0,
  'sub.*.example. MX': 0,
  '_tcp.host1.example. SRV': 0,
  'host2.example. MX': 0,
  '_telnet._tcp.host1.example. SRV': 3,
  '_tcp.host3.example. SRV': 0,
  'ghost.*.example. MX': 3,
  'a.ghost.*.example. MX': 3,
}

for (const [question, data] of Object.entries(synthesized)) {
  test(`RFC 4592 §2.2.1 ${question} is answered by a wildcard or the name itself`, () => {
    const [name = '', type = ''] = question.split(' ')
    const { rcode, isAuthoritative, answers, authorities } = ask(zones, [name, type])
    assert.deepEqual([rcode, isAuthoritative, authorities.length], [0, true, 0])
    assert.deepEqual(linesOf(answers), [`${name} 3600 ${type} ${data}`])
  })
}

for (const [question, code] of Object.entries(denied)) {
  test(`RFC 4592 §2.2.1 ${question} has no answer`, () => {
    const [name = '', type = ''] = question.split(' ')
    const { rcode, isAuthoritative, answers, authorities } = ask(zones, [name, type])
    assert.deepEqual([rcode, isAuthoritative, answers.length], [code, true, 0])
    assert.deepEqual(linesOf(authorities), ['example. 300 SOA ns.example.com. admin.example.com. 1 3600 600 86400 300'])
  })
}

test('RFC 4592 §2.2.1 names below a delegation are referred, though the wildcard is above', () => {
  const { rcode, isAuthoritative, answers, authorities } = ask(zones, ['host.subdel.example.', 'A'])
  assert.deepEqual([rcode, isAuthoritative, answers.length], [0, false, 0])
  assert.deepEqual(linesOf(authorities), [
    'subdel.example. 3600 NS ns.example.com.',
    'subdel.example. 3600 NS ns.example.net.',
  ])
})

test('a wildcard with a CNAME record is followed, and one that leads to itself ends', () => {
  const served = servedZones(
    servedZoneFile(
      'w.',
      `$TTL 60
@ IN SOA ns.w. a.w. 1 3600 600 86400 300
*.a CNAME host
host A 192.0.2.1
*.loop CNAME b.loop
`,
    ),
  )
  const followed = ask(served, ['x.y.a.w.', 'A'])
  assert.deepEqual(linesOf(followed.answers), ['x.y.a.w. 60 CNAME host.w.', 'host.w. 60 A 192.0.2.1'])
  const loop = ask(served, ['a.loop.w.', 'A'])
  assert.deepEqual([loop.rcode, ...linesOf(loop.answers)], [0, 'a.loop.w. 60 CNAME b.loop.w.'])
})
