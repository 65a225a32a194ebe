import { Problem } from '@host/plugin'

/** Does something with a part of an input; its problems name the place of the part, such as `links.3.url`. */
export async function underPath<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || path === '') throw error
    const { errors = [], ...options } = error.options
    const placed = errors.map((each) => ({ ...each, path: `${path}.${each.path}` }))
    throw new Problem(error.code, { ...options, errors: placed, cause: error })
  }
}
