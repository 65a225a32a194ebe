/** A process that is paused for longer than its lease while it works, and resumes after others have done its work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begunIn, hold } from '../fixtures/works.ts'
import { startCluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { claimedBy, untilDone } from '../lab/work-load.ts'

const isSoak = process.env['HOST_SOAK'] === '1'

test('§P8 §P48 jobs of a paused process are done by another one, and its late results are ignored', async () => {
  await using cluster = await startCluster(
    { name: 'two hosts on postgres', dialect: 'postgres', size: 2 },
    { env: { SPEC_WORKS: '1' } },
  )
  const [awake, sleeper] = cluster.hosts
  assert.ok(awake && sleeper)
  const note = async (tags: readonly string[], { at, jobsOnly }: Noting): Promise<void> => {
    const answer = await cluster.people.ada.at(at.url).post('/api/x/works/notes', { tags, jobsOnly })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  const held = hold(cluster.folder, 'stuck')
  const tags = Array.from({ length: 12 }, (_, at) => `stuck-${at}`)
  await note(tags, { at: awake, jobsOnly: true })
  await until(async () => {
    const begun = new Set(begunIn(cluster.folder).map(({ id }) => id))
    return (await claimedBy(cluster, sleeper)).some((id) => begun.has(id))
  })
  sleeper.stand(true)
  const taken = await claimedBy(cluster, sleeper)
  await cluster.endLease(sleeper)
  // Another lease of the same process would be a new one; this one can't be renewed while it stands still.
  await until(async () => (await claimedBy(cluster, sleeper)).length === 0)
  held[Symbol.dispose]()
  await untilDone(cluster)
  const before = await endsOf(cluster)
  assert.ok(taken.length > 0 && taken.every((id) => before.get(id)?.startsWith('done ')), 'the other one has done them')

  sleeper.stand(false)
  // Its handlers end now. When it has answered, their results are discarded; it takes jobs again once it has a new
  // lease.
  const pids = new Set(begunIn(cluster.folder).map(({ pid }) => pid))
  assert.equal(pids.size, 2)
  const sleeping = begunIn(cluster.folder).find(({ id, pid }) => taken.includes(id) && pid !== lastOf(cluster, id))?.pid
  assert.ok(sleeping, 'it had begun what it held')
  let place = 0
  await until(async () => {
    place += 1
    const fresh = Array.from({ length: 20 }, (_, at) => `fresh-${place}-${at}`)
    await note(fresh, { at: sleeper, jobsOnly: false })
    await untilDone(cluster)
    return !isSoak || begunIn(cluster.folder).some(({ tag, pid }) => tag.startsWith('fresh') && pid === sleeping)
  })
  const after = await endsOf(cluster)
  for (const id of taken) assert.equal(after.get(id), before.get(id), 'the row is as the other one left it')
  const begun = begunIn(cluster.folder).filter(({ tag }) => tag.startsWith('fresh'))
  assert.equal(new Set(begun.map(({ id, kind }) => `${kind} ${id}`)).size, begun.length, 'nothing new was done twice')
})

interface Noting {
  /** Which host is asked. */
  readonly at: { readonly url: string }
  readonly jobsOnly: boolean
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

/** The process that began a job last. */
function lastOf({ folder }: Cluster, job: string): number | undefined {
  return begunIn(folder).findLast(({ id }) => id === job)?.pid
}

/** How each job of a workspace ended: state, claim and moment. */
async function endsOf({ database }: Cluster): Promise<ReadonlyMap<string, string>> {
  const opened = await database.open({ isExclusive: false })
  try {
    const sql = "select id, state, epoch, node_id, finished_at from host_jobs where org_id <> 'instance'"
    const { rows } = await opened.run({ sql, parameters: [], writes: false })
    return new Map(rows.map(({ id, state, ...rest }) => [String(id), `${String(state)} ${JSON.stringify(rest)}`]))
  } finally {
    await opened.close()
  }
}
