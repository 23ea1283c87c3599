-- What a company is called, its keys and its own texts must not outlive it in pg_statistic, as in 0003-unsampled.sql: no sample is taken, and
-- setting the type again drops what was sampled before.

alter table companies
  alter column name type text, alter column name set statistics 0,
  alter column code type text, alter column code set statistics 0,
  alter column domoscio_host type text, alter column domoscio_host set statistics 0,
  alter column domoscio_instance type text, alter column domoscio_instance set statistics 0,
  alter column sealed_domoscio_token type bytea, alter column sealed_domoscio_token set statistics 0,
  alter column wrapped_key type bytea, alter column wrapped_key set statistics 0;

alter table server_keys alter column wrapped_key type bytea, alter column wrapped_key set statistics 0;

alter table skills
  alter column names type jsonb, alter column names set statistics 0,
  alter column descriptions type jsonb, alter column descriptions set statistics 0;

alter table award_types
  alter column names type jsonb, alter column names set statistics 0,
  alter column descriptions type jsonb, alter column descriptions set statistics 0;

alter table videos
  alter column titles type jsonb, alter column titles set statistics 0,
  alter column descriptions type jsonb, alter column descriptions set statistics 0,
  alter column captions type jsonb, alter column captions set statistics 0,
  alter column url type text, alter column url set statistics 0;

alter table video_captions alter column text type text, alter column text set statistics 0;
alter table usage_totals alter column department type text, alter column department set statistics 0;

alter table audit_log
  alter column network type text, alter column network set statistics 0,
  alter column details type jsonb, alter column details set statistics 0;
