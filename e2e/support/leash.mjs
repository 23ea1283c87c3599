// Loaded into a server that a test starts: when the test's process ends, however it ends, the pipe closes and the server ends, too.
process.stdin.on('end', () => process.exit(1))
process.stdin.on('error', () => process.exit(1))
process.stdin.resume()
