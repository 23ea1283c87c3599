// Loaded into a server that a test starts: when the test's process ends, however it ends, the pipe closes and the server ends, too. Its
// worker threads load this as well and have nothing to watch.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdin.on('end', () => process.exit(1))
  process.stdin.on('error', () => process.exit(1))
  process.stdin.resume()
}
