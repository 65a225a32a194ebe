/** All pages of the composed product, with their dialogs and menus. */
import type { Visitor } from '../../spec/lab/visitor.ts'
import { accountVisits } from './account-visits.ts'
import { formVisits } from './form-visits.ts'
import { frameVisits } from './frame-visits.ts'
import { listVisits } from './list-visits.ts'
import { signInVisits } from './sign-in-visits.ts'
import type { Visit } from './visit.ts'

/** The pages before sign-in, all announced pages, and their dialogs. */
export async function everyVisit(visitor: Visitor): Promise<readonly Visit[]> {
  const announced = async (from: string, base: string): Promise<readonly Visit[]> => {
    const { body } = await visitor.get<readonly { readonly path: string }[]>(from)
    return body
      .map(({ path }) => path.replace(/^\/$/, ''))
      .map((path) => ({ name: nameOf(base + path), path: base + path }))
  }
  const [tenant, instance] = [
    await announced('/api/menus', '/admin'),
    await announced('/api/instance/menus', '/instance'),
  ]
  if (tenant.length === 0 || instance.length === 0) throw new Error('The server announces no pages.')
  return [...signInVisits, ...tenant, ...instance, ...frameVisits, ...listVisits, ...formVisits, ...accountVisits]
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '-')
}
