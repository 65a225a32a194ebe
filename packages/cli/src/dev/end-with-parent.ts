/**
 * Loaded before a process started for development: it ends once its parent has ended in a way that could not signal it,
 * such as SIGKILL. No forgotten process keeps a port or a database.
 */
const askMilliseconds = 500
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.exit(1)
}, askMilliseconds).unref()
