import assert from 'node:assert/strict'
import type { Visitor } from './visitor.ts'

/** All that an owner of a workspace, who administers the instance, can take out, by the name of its place. */
export async function exportedTexts(owner: Visitor): Promise<Readonly<Record<string, string>>> {
  const { body: me } = await owner.get<{ workspace: { id: string } }>('/api/auth/me')
  const paths = {
    'the export of the workspace': `/api/workspaces/${me.workspace.id}/export`,
    'the audit log of the workspace': '/api/audit/export?format=json',
    'the audit log of the instance': '/api/instance/audit/export?format=csv',
  }
  const texts: Record<string, string> = {}
  for (const [place, path] of Object.entries(paths)) {
    const { status, body } = await owner.get(path)
    assert.ok(status < 300, `${path} answered ${status}`)
    texts[place] = typeof body === 'string' ? body : JSON.stringify(body)
  }
  return texts
}
