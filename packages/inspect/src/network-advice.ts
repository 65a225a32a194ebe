/** The replacement for opening a connection. */
export const safely = 'send requests with @host/plugin/safehttp'

/** How an operator lets a server half open connections by itself. */
export const allowNetwork = 'set "network":true in its entry to allow it'
