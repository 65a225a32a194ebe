import { spawnSync } from 'node:child_process'
import { missingPrograms } from '@host/dns/testing'

/** An independent implementation of DKIM, from Debian: `python3-dkim`. */
const python = '/usr/bin/python3'

/** Verifies every signature of every message that it gets as JSON, with the records that it gets. */
const script = `
import base64, json, sys, dkim
job = json.load(sys.stdin)
find = lambda name, timeout=5: job['records'].get(name.decode().rstrip('.'), '').encode()
answers = []
for message in job['messages']:
    verifier = dkim.DKIM(base64.b64decode(message))
    count = sum(1 for name, _ in verifier.headers if name.lower() == b'dkim-signature')
    found = []
    for index in range(count):
        try:
            found.append(bool(verifier.verify(index, dnsfunc=find)))
        except Exception as error:
            found.append(repr(error))
    answers.append(found)
json.dump(answers, sys.stdout)
`

export interface DkimpyJob {
  readonly messages: readonly Buffer[]
  /** TXT records by name. */
  readonly records: Readonly<Record<string, string>>
}

/** The verdicts on the signatures of each message; a text is an error. */
export function verifyByDkimpy({ messages, records }: DkimpyJob): (boolean | string)[][] {
  const input = JSON.stringify({ records, messages: messages.map((message) => message.toString('base64')) })
  const { stdout, stderr, status } = spawnSync(python, ['-c', script], { input, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as (boolean | string)[][]
}

/** `false` where it is there, as the option `skip` of a test; otherwise the reason. @throws under CI */
export function missingDkimpy(): string | false {
  const isThere = (): boolean =>
    spawnSync(python, ['-c', 'import dkim, nacl'], { stdio: 'ignore', timeout: 30_000 }).status === 0
  return missingPrograms({ packages: ['python3-dkim'], isThere })
}
