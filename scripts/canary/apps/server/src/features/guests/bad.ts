import '../a/a.queries.ts'
