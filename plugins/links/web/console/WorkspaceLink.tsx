import { Link } from '@host/plugin-sdk'

/** A workspace, which leads to its row in the list of workspaces. */
export function WorkspaceLink({ name }: { readonly name: string }) {
  return (
    <Link to={`/workspaces?q=${encodeURIComponent(name)}`} className="block max-w-48 truncate hover:underline">
      {name}
    </Link>
  )
}
