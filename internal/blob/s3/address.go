package s3

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Address names a bucket, and who may use it.
type Address struct {
	Host         string // of the service, with its port where that is not the usual one
	Plain        bool   // http in place of https
	Bucket       string
	Prefix       string // of every object; empty: none
	Region       string // empty: asked for
	Key, Secret  string // empty: as the environment or the machine's role has them
	BucketInHost bool   // bucket.host in place of host/bucket
}

const form = "s3://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION], or s3+http:// where the service has no TLS"

// Parse reads an address such as s3://key:secret@s3.eu-central-1.amazonaws.com/bucket/prefix?region=eu-central-1. Its errors
// don't repeat the address, which may hold a secret.
func Parse(address string) (a Address, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return a, errors.New("it is no address: it has the form " + form)
	}
	if u.Scheme != "s3" && u.Scheme != "s3+http" {
		return a, errors.New("it must begin with s3:// or s3+http://")
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if u.Host == "" || bucket == "" {
		return a, errors.New("it lacks the host or the bucket: it has the form " + form)
	}
	a = Address{Host: u.Host, Plain: u.Scheme == "s3+http", Bucket: bucket, Prefix: prefix}
	a.Key = u.User.Username()
	a.Secret, _ = u.User.Password()
	if (a.Key == "") != (a.Secret == "") {
		return a, errors.New("it needs both key and secret, or neither: then they are taken from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role")
	}
	for name, values := range u.Query() {
		switch value := values[0]; {
		case name == "region":
			a.Region = value
		case name == "style" && (value == "host" || value == "path"):
			a.BucketInHost = value == "host"
		default:
			return a, fmt.Errorf("it has %q behind the question mark; there may be region=… and style=path or style=host", name)
		}
	}
	return a, nil
}

func (a Address) credentials() (*credentials.Credentials, error) {
	if a.Key != "" {
		return credentials.NewStaticV4(a.Key, a.Secret, ""), nil
	}
	found := credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{}})
	if _, err := found.GetWithContext(nil); err != nil {
		return nil, errors.New("blob/s3: there is no key: put KEY:SECRET@ before the host, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	return found, nil
}

// lookup returns whether the bucket's name goes into the host, as AWS wants it, or the path, as most others.
func (a Address) lookup() minio.BucketLookupType {
	if a.BucketInHost || strings.HasSuffix(a.Host, ".amazonaws.com") {
		return minio.BucketLookupAuto
	}
	return minio.BucketLookupPath
}
