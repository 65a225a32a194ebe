import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listConfig } from '@host/host'
import { BuildFailure } from '@host/inspect'
import { pluginEnvironment } from './plugin-environment.ts'

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    pluginEnvironment(env)
    return []
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error
    return error.problems
  }
}

const others = [
  'HOST_DATABASE_URL',
  'HOST_DATA',
  'HOST_SECRET_KEY',
  'HOST_BLOBS',
  'HOST_S3_ACCESS_KEY',
  'HOST_S3_SECRET_KEY',
  'HOST_BACKUP',
  'HOST_BACKUP_ACCESS_KEY',
  'HOST_BACKUP_SECRET_KEY',
  'HOST_BACKUP_RECIPIENT',
  'HOST_BACKUP_IDENTITY',
  'HOST_SMTP_URL',
  'HOST_SMTP_FROM',
]

for (const name of others) {
  test(`§A83 ${name} is of another instance, and its value is in no sentence`, () => {
    const [problem = '', ...more] = problemsOf({ [name]: 'precious-7781' })
    assert.ok(problem.startsWith(`${name} is set, `))
    assert.doesNotMatch(problem, /precious-7781/)
    assert.deepEqual(more, [])
    assert.deepEqual(problemsOf({ [name]: '' }), [])
  })
}

test('§A83 all of it is said at once, production first', () => {
  const env = { NODE_ENV: 'production', ...Object.fromEntries(others.map((name) => [name, 'x'])) }
  const problems = problemsOf(env)
  assert.equal(problems.length, others.length + 1)
  assert.match(problems[0] ?? '', /^NODE_ENV is "production": /)
})

test('§A83 no secret of another instance comes through but the one that opens its own metrics', () => {
  const env = Object.fromEntries(listConfig({}).map(({ name }) => [name, 'precious-7781']))
  const secrets = listConfig(env).filter(({ value }) => !value.includes('precious-7781'))
  const passed = secrets.filter(({ name }) => {
    const problems = problemsOf({ [name]: 'precious-7781' })
    return problems.length === 0 && pluginEnvironment({ [name]: 'precious-7781' })[name] !== undefined
  })
  assert.deepEqual(
    passed.map(({ name }) => name),
    ['HOST_METRICS_TOKEN'],
  )
})

test('variables set by development are left out, and all others stay', () => {
  const env = { HOST_LISTEN: ':80', HOST_PUBLIC_URL: 'https://work.example', HOST_RATE_API: '5', PATH: '/bin' }
  assert.deepEqual(pluginEnvironment(env), { HOST_RATE_API: '5', PATH: '/bin' })
})
