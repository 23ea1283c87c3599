import '../a/a.commands.ts'
