import type { Changeset, WorkspaceScope } from '@host/plugin'
import type { ChangesetDetails, ChangesetPerson } from '../shared.ts'
import type { ChangeTexts } from './change-texts.ts'
import type { Tables } from './models.ts'

/** The reader of an answer. */
export interface AnswerOptions {
  readonly db: WorkspaceScope<Tables>['db']
  readonly texts: ChangeTexts
}

/** A changeset as the API answers it: with names of people and plugins, and texts in the language of the reader. */
export async function answerOf(changeset: Changeset, { db, texts }: AnswerOptions): Promise<ChangesetDetails> {
  const { titleText, ...shown } = changeset
  const { parts, warnings, dependents, plugin, plannedBy, approvedBy, error } = shown
  const title = texts.titleOf(changeset)
  const people = await peopleOf(db, [plannedBy, approvedBy])
  const personOf = (id: string | null): ChangesetPerson | null =>
    id === null ? null : { id, name: people.get(id) ?? null }
  return {
    ...shown,
    title,
    pluginTitle: texts.title(plugin),
    plannedBy: personOf(plannedBy),
    approvedBy: personOf(approvedBy),
    errorText: error === null ? null : texts.error(error),
    parts: parts.map((part) => ({
      ...part,
      // The part of drift has the title of the changeset.
      title: titleText !== null && part.title === shown.title ? title : part.title,
      pluginTitle: texts.title(part.plugin),
    })),
    warnings: warnings.map((warning) => warningOf(warning, texts)),
    dependents: dependents.map((dependent) => ({
      ...dependent,
      text: texts.dependent(dependent),
      examples: [...dependent.examples],
    })),
  }
}

function warningOf(warning: Changeset['warnings'][number], texts: ChangeTexts): ChangesetDetails['warnings'][number] {
  const { params, keys, ...rest } = warning
  return {
    ...rest,
    text: texts.warning(warning),
    ...(params !== undefined && { params: { ...params } }),
    ...(keys !== undefined && { keys: [...keys] }),
  }
}

/** Names of present members. */
async function peopleOf(
  db: AnswerOptions['db'],
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
