import type { Operation, OperationGroup } from './operation.ts'

/** Filters of the operation list. */
export interface OperationFilters {
  readonly access?: string | undefined
  readonly token?: boolean | undefined
}

/**
 * Operations that contain every search word and match the filters; a group whose title matches keeps all of its
 * operations.
 */
export function matchGroups(
  groups: readonly OperationGroup[],
  search: string,
  { access, token }: OperationFilters,
): readonly OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (text: string) => words.every((word) => text.includes(word))
  const fits = (operation: Operation) =>
    (access === undefined || operation.audience === access) && (token === undefined || operation.takesToken === token)
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => fits(operation) && isFound(textOf(operation, group))),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function textOf({ id, method, path, summary, scope = '' }: Operation, { title, name }: OperationGroup): string {
  return `${title} ${name} ${id} ${method} ${path} ${summary} ${scope}`.toLowerCase()
}
