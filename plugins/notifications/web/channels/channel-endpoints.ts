import { changeChannel, deleteChannel, listChannels, testChannel } from '../../shared/channels.ts'
import { readPreferences } from '../../shared/preferences.ts'
import {
  changeWorkspaceChannel,
  deleteWorkspaceChannel,
  listWorkspaceChannels,
  testWorkspaceChannel,
} from '../../shared/workspace-channels.ts'

/** Endpoints of channels. */
export interface ChannelEndpoints {
  readonly list: typeof listChannels | typeof listWorkspaceChannels
  readonly change: typeof changeChannel | typeof changeWorkspaceChannel
  readonly remove: typeof deleteChannel | typeof deleteWorkspaceChannel
  readonly test: typeof testChannel | typeof testWorkspaceChannel
  /** Reads that name channels too. */
  readonly listsUsing: readonly (typeof readPreferences)[]
}

/** Channels of the reader. */
export const ownChannels: ChannelEndpoints = {
  list: listChannels,
  change: changeChannel,
  remove: deleteChannel,
  test: testChannel,
  listsUsing: [readPreferences],
}

/** Channels of the workspace. */
export const workspaceChannels: ChannelEndpoints = {
  list: listWorkspaceChannels,
  change: changeWorkspaceChannel,
  remove: deleteWorkspaceChannel,
  test: testWorkspaceChannel,
  listsUsing: [],
}
