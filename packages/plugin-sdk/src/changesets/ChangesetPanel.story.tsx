import { defineStory } from '../gallery/story.ts'
import { ChangesetPanel } from './ChangesetPanel.tsx'
import { interrupted, journal, plan, steps } from './fixture-changeset.ts'

const page = (items: unknown) => ({ items, nextCursor: null })
const applied = { ...plan, id: 'chg_3', state: 'applied', warnings: [], finishedAt: '2026-03-16T09:45:00.000Z' }
const expired = { ...plan, id: 'chg_4', state: 'expired', warnings: [], dependents: [] }

export const story = defineStory({
  component: 'ChangesetPanel',
  answers: {
    'GET /api/changesets/chg_1': plan,
    'GET /api/changesets/chg_1/steps': page(steps),
    'GET /api/changesets/chg_2': { ...interrupted, warnings: [] },
    'GET /api/changesets/chg_2/steps': page(journal),
    'GET /api/changesets/chg_3': applied,
    'GET /api/changesets/chg_3/steps': page(steps),
    'GET /api/changesets/chg_4': expired,
    'GET /api/changesets/chg_4/steps': page(steps),
  },
  examples: {
    'a plan that waits': () => <ChangesetPanel id="chg_1" />,
    interrupted: () => <ChangesetPanel id="chg_2" />,
    'applied, with values in the way of its feature': () => (
      <ChangesetPanel id="chg_3" renderStep={({ after }) => <code className="text-xs">{JSON.stringify(after)}</code>} />
    ),
    'expired, with a way to plan again': () => <ChangesetPanel id="chg_4" onStale={() => undefined} />,
  },
})
